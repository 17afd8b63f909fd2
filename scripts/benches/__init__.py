"""How fast Buzzbox is: one module per kind of figure."""
