"""The page: what a browser loads. Plain ES modules, styles and drawings, served by `transport.pages`."""
