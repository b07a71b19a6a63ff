//! Compiles the parser.

fn main() {
    let mut compiler = cc::Build::new();
    compiler.std("c11").include("src").warnings(false);
    for source in ["src/parser.c", "src/scanner.c"] {
        println!("cargo:rerun-if-changed={source}");
        if std::path::Path::new(source).exists() {
            compiler.file(source);
        }
    }
    if std::env::var("CARGO_CFG_TARGET_ENV").as_deref() == Ok("msvc") {
        compiler.flag("-utf-8");
    }
    compiler.compile("tree-sitter-betza");
}
