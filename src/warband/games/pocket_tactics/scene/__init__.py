"""What a person sees: the scene and its pieces."""
