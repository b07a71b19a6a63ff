-- Types $TYPED behind $BEFORE in the file named by $FILE, a key each 100 ms, completes with the omnifunc, accepts the
-- first item, and writes what the buffer holds then to $SEEN. Every wait has an end.

local patience = 60000

vim.cmd("edit " .. vim.fn.fnameescape(vim.env.FILE))
vim.wait(patience, function()
  return next(vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)) ~= nil
end, 10)
vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"
vim.o.completeopt = "menuone"
vim.fn.cursor(1, 1)
vim.fn.search("\\V" .. vim.env.BEFORE, "ceW")

local function keys(text)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, false, true), "t", false)
end

local steps = { "a" }
for index = 1, #vim.env.TYPED do
  table.insert(steps, vim.env.TYPED:sub(index, index))
end

-- Calls a function once a condition is met, or after a number of milliseconds.
local function once(condition, most, call)
  if condition() or most <= 0 then
    call()
    return
  end
  vim.defer_fn(function()
    once(condition, most - 50, call)
  end, 50)
end

local function is_shown()
  return vim.fn.pumvisible() == 1
end
local function is_gone()
  return vim.fn.pumvisible() == 0
end
local function finish()
  vim.fn.writefile(vim.api.nvim_buf_get_lines(0, 0, -1, true), vim.env.SEEN)
  vim.cmd("qall!")
end
local function accept()
  keys("<C-y>")
  once(is_gone, patience, function()
    vim.defer_fn(finish, 200) -- what a client of the server does after an item was accepted
  end)
end
local function complete()
  keys("<C-x><C-o>")
  local most = vim.lsp.config and patience or 5000 -- old versions offer no item that begins otherwise
  once(is_shown, most, accept)
end
local function step(index)
  if index > #steps then
    complete()
    return
  end
  keys(steps[index])
  vim.defer_fn(function()
    step(index + 1)
  end, 100)
end

-- The server has read the file when it answers.
local place = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 0, character = 0 } }
vim.lsp.buf_request_sync(0, "textDocument/hover", place, patience)
vim.defer_fn(function()
  step(1)
end, 100)
