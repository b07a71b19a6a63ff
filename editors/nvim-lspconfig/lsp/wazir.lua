---@brief
---
--- https://example.org/OWNER/wazir
---
--- Language server and command line for the notations in which chess variants are designed.
---
--- `wazir` can be installed via `pipx`:
--- ```sh
--- pipx install wazir
--- ```
---
--- Neovim does not know the types of these files:
--- ```lua
--- vim.filetype.add({
---   pattern = {
---     ['.*%.betza'] = 'betza',
---     ['.*%.lcpn'] = 'lcpn',
---     ['.*%.bensahas'] = 'bensahas',
---     ['.*%.ben39'] = 'ben39',
---     ['.*variants%.ini'] = 'fairy-variants',
---     ['.*xboard%.debug'] = 'xboard',
---     ['.*idiagram%.html'] = 'interactive-diagram',
---   },
--- })
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'wazir', 'lsp' },
  filetypes = {
    'betza',
    'lcpn',
    'bensahas',
    'ben39',
    'fairy-variants',
    'xboard',
    'interactive-diagram',
  },
  root_markers = { 'wazir.toml', 'pyproject.toml', '.git' },
}
