module github.com/squaredeal/squaredeal/js

go 1.26.0

require github.com/squaredeal/squaredeal v0.0.0

replace github.com/squaredeal/squaredeal => ..

ignore ./node_modules
