" Opens the file named by $PIECES, then those of $OTHERS, a line each, and writes what an author would see to $SEEN as JSON.
" Every wait has an end.
let s:patience = 60
let s:seen = {}

function! s:Wait(Done) abort
  let l:start = reltime()
  while !a:Done() && reltimefloat(reltime(l:start)) < s:patience
    sleep 20m
  endwhile
endfunction

function! s:Findings() abort
  let l:found = ale#engine#GetLoclist(bufnr(''))
  return map(copy(l:found), {_, one -> {'line': one.lnum, 'start': one.col, 'end': one.end_col, 'code': get(one, 'code', '')}})
endfunction

" The text of the preview window.
function! s:Shown() abort
  let l:windows = filter(range(1, winnr('$')), {_, window -> getwinvar(window, '&previewwindow')})
  return join(map(l:windows, {_, window -> join(getbufline(winbufnr(window), 1, '$'), "\n")}), "\n")
endfunction

function! s:Open(path) abort
  execute 'edit' fnameescape(a:path)
  call s:Wait({-> !empty(s:Findings())})
  return {'filetype': &filetype, 'comments': &commentstring, 'diagnostics': s:Findings()}
endfunction

function! s:Look() abort
  let s:seen = s:Open($PIECES)
  call cursor(1, 9)
  let g:ale_hover_to_preview = 1
  ALEHover
  call s:Wait({-> !empty(s:Shown())})
  let s:seen.hover = s:Shown()
  pclose
  call setline(2, 'Other  =  N')
  call ale#Queue(0)
  call s:Wait({-> empty(s:Findings())})
  let s:seen.fixed = s:Findings()
  let s:seen.others = map(split($OTHERS, "\n"), {_, path -> s:Open(path)})
endfunction

try
  set hidden
  call s:Look()
catch
  let s:seen.problem = v:exception . ' at ' . v:throwpoint
endtry
call writefile([json_encode(s:seen)], $SEEN)
qall!
