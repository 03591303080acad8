"""Parts of xenos_eval.py: an evaluator of Xenos microcode written from the document alone."""
