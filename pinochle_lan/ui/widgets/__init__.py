"""The larger pieces that a page is drawn with, and the one live control: the text field."""
