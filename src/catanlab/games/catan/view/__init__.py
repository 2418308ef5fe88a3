"""What a seat may know: the observer that collects it, the belief about hidden cards, and the view."""
