"""The knowledge of one seat: the observer that collects it, the belief about hidden cards, and the view."""
