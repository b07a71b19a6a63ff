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
local function finish()
  vim.fn.writefile(vim.api.nvim_buf_get_lines(0, 0, -1, true), vim.env.SEEN)
  vim.cmd("qall!")
end
local function accept()
  keys("<C-y>")
  vim.defer_fn(finish, 1000)
end
local function complete()
  keys("<C-x><C-o>")
  local waited = 0
  local function look()
    waited = waited + 100
    if vim.fn.pumvisible() == 1 or waited > 5000 then
      accept()
    else
      vim.defer_fn(look, 100)
    end
  end
  vim.defer_fn(look, 100)
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
vim.defer_fn(function()
  step(1)
end, 2000)
