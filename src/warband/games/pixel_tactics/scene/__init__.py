"""What a person sees: pieces, labels, prompts, previews."""
