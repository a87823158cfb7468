"""Every page that is not the table, and what stands before all of them."""
