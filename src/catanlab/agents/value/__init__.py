"""The native playout policies of Catan, and moves by their scores."""
