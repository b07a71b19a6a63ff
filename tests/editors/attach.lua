-- Opens the file named by $PIECES, lets the server that the configuration started do its work, then only looks at the
-- files of $OTHERS, a line each, and writes what an author would see to $SEEN as JSON. Every wait has an end.

local seen = {}
local patience = 60000

local function range(line, first, last)
  return { start = { line = line, character = first }, ["end"] = { line = line, character = last } }
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, patience) or {}
  for _, answer in pairs(answers) do
    return answer.result or answer.error
  end
end

local function at(line, character)
  return { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = character } }
end

-- The type of the root of the Tree-sitter tree and the captures of the first line, if a parser is installed.
local function tree()
  local found, parser = pcall(vim.treesitter.get_parser, 0)
  if not found or not parser then
    return nil
  end
  local root = parser:parse()[1]:root()
  local get = vim.treesitter.query and vim.treesitter.query.get or require("vim.treesitter.query").get_query
  local query, captures = get(vim.bo.filetype, "highlights"), {}
  for id, node in query:iter_captures(root, 0, 0, 1) do
    local _, first, _, last = node:range()
    table.insert(captures, { query.captures[id], first, last })
  end
  return { root = root:type(), captures = captures }
end

local function open(path)
  vim.cmd("edit " .. vim.fn.fnameescape(path))
  vim.wait(patience, function()
    return #vim.diagnostic.get(0) > 0
  end, 10)
  local clients = {}
  for _, client in pairs(vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)) do
    table.insert(clients, client.name)
  end
  return {
    filetype = vim.bo.filetype,
    clients = clients,
    comments = vim.bo.commentstring,
    diagnostics = vim.diagnostic.get(0),
    tree = tree(),
    is_coloured = (vim.treesitter.highlighter.active or {})[vim.api.nvim_get_current_buf()] ~= nil,
  }
end

local function look()
  seen = open(vim.env.PIECES)
  seen.can_colour = vim.treesitter.start ~= nil -- Neovim 0.8 and newer
  seen.hover = ask("textDocument/hover", at(0, 8))
  seen.completion = ask("textDocument/completion", at(0, 8))
  seen.symbols = ask("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params() })

  vim.api.nvim_buf_set_text(0, 1, 10, 1, 11, { "N" })
  vim.wait(patience, function()
    return #vim.diagnostic.get(0) == 0
  end, 10)
  seen.fixed = vim.diagnostic.get(0)

  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = patience })
  else
    vim.lsp.buf.formatting_sync(nil, patience)
  end
  seen.formatted = vim.api.nvim_buf_get_lines(0, 0, -1, true)
  seen.others = vim.tbl_map(open, vim.split(vim.env.OTHERS, "\n"))
end

local fine, problem = pcall(look)
seen.problem = not fine and tostring(problem) or nil
local file = io.open(vim.env.SEEN, "w")
file:write((vim.json and vim.json.encode or vim.fn.json_encode)(seen))
file:close()
vim.cmd("qall!")
