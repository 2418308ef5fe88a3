"""The value of moves by the native playout policies of Catan."""
