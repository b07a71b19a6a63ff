use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Wazir;

impl zed::Extension for Wazir {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command =
            worktree.which("wazir").ok_or("`wazir` is not installed. Install it with `pip install wazir`.")?;
        Ok(Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Wazir);
