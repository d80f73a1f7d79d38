-- CdM-8 assembly in Neovim 0.7 and later: `nvim -u editors/neovim.lua prog.asm`, or `dofile` it from your init.lua.
vim.cmd('autocmd BufRead,BufNewFile *.asm,*.mlb,*.chip set filetype=cdm8')

local client
local function attach()
  vim.bo.commentstring = '# %s'
  client = client or vim.lsp.start_client({
    name = 'mancala',
    cmd = { vim.env.MANCALA or 'mancala', 'cdm8', 'lsp' },
    root_dir = vim.fn.getcwd(),
    init_options = vim.g.cdm8 or vim.empty_dict(),
  })
  vim.lsp.buf_attach_client(0, client)
  vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
end
vim.api.nvim_create_autocmd('FileType', { pattern = 'cdm8', callback = attach })
