# Rules over native fields: only compiled code calls them.
