"""The generated function with the memory's methods written out, in place of calls.

A call of a method takes Python longer than what most guards and actions do. So the source of each
method is read as a syntax tree, its names are replaced by those of the function, and its statements
stand in the arm of a state, where a reader sees what a word of the diagram does.

In the order of reading: `inlined` has the whole function, `arms` the arm of a state, `overlaps` the
guards that may hold at once. `bodies` writes out a method, `calls` a call in it with its
`arguments`, `expressions` and `places` what it reads and stores, `raising` its errors. `sources`
has the syntax trees, `subject` what is known of a memory, `names` and `flow` answer for names and
effects, and `comments` brings in what a syntax tree lacks.

Nothing is guessed. What is taken for granted of the methods, attributes and global names is kept in
the `Subject`, and a memory of which that does not hold is run by calls. Whatever cannot be written
out raises `Opaque`: that method is called, and after it the function asks whether all still holds.
Where nothing can be, `codegen.python` has the function.
"""
