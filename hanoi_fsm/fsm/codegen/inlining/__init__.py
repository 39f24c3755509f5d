"""The generated function with the memory's methods inlined.

A call of a method takes Python longer than what most guards and actions do. So the source of each
method is read as a syntax tree, its names are replaced by those of the function, and its statements
are put into the arm of a state, where a reader sees what a word of the diagram does.

In the order of reading: `inlined` has the whole function, `arms` the arm of a state, `overlaps` the
guards that may hold at once. `bodies` inlines a method, `calls` a call in it with its
`arguments`, `expressions` and `places` what it reads and stores, `raising` its errors. `sources`
has the syntax trees, `subject` what is known of a memory, `names` and `flow` answer for names and
effects, and `comments` brings in what a syntax tree lacks.

Nothing is guessed. What is assumed about the methods, attributes and global names is kept in the
`Subject`, and a memory that differs is run by calls. A method that cannot be inlined raises
`Opaque`; then the whole function is that of `codegen.python`, which calls.
"""
