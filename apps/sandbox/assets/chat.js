// The page inside the chat frame. Messages to the page around it: `ready`, `opened`, `token`, `unread`, `close`. Messages from it:
// `hello` (token, language, theme), `look` (language, theme), `shown`, `hidden`. Messages of people are only ever set as text.
import { texts } from '/chat/texts.js'

const byId = (id) => document.getElementById(id)
const outer = window.parent
const query = new URLSearchParams(location.search)
const state = { origin: null, locale: 'en', key: null, last: 0, shown: false, unread: 0, opening: false, pending: null, isTrader: false }
const shownPollMs = 1000
const hiddenPollMs = 5000

const tell = (message) => outer.postMessage({ chat: true, ...message }, state.origin ?? '*')

const call = async (path, body) => {
  const response = await fetch(`/chat/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(8000),
  })
  if (!response.ok) throw Object.assign(new Error(path), { status: response.status })
  return response.json()
}

const setLook = (locale, theme) => {
  state.locale = locale !== null && Object.hasOwn(texts, locale) ? locale : 'en'
  const said = texts[state.locale]
  document.documentElement.lang = state.locale
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
  document.title = said.title
  byId('title').textContent = said.title
  byId('label').textContent = said.label
  byId('send').textContent = said.send
  byId('text').placeholder = said.label
  byId('log').setAttribute('aria-label', said.title)
  if (state.last === 0) byId('notice').textContent = said.empty
}

const show = (message) => {
  const line = document.createElement('div')
  line.className = `message ${message.from}`
  line.textContent = message.text
  byId('log').append(line)
  line.scrollIntoView({ block: 'end' })
}

/** Visitors find their conversation again in this tab; a trader's is the server's to know. */
const kept = {
  read: () => {
    try {
      return sessionStorage.getItem('chat') ?? undefined
    } catch {
      return undefined
    }
  },
  write: (key) => {
    try {
      sessionStorage.setItem('chat', key)
    } catch {
      // Without storage a reload begins anew.
    }
  },
}

const open = async (token) => {
  if (state.opening) return
  state.opening = true
  state.isTrader = token !== null
  try {
    const key = token === null ? kept.read() : undefined
    const { key: own, conversation } = await call('open', {
      locale: state.locale,
      ...(token !== null && { token }),
      ...(key !== undefined && { key }),
    })
    state.key = own
    if (token === null) kept.write(own)
    tell({ type: 'opened', conversation })
    await poll()
  } catch (error) {
    // A token that has grown old is asked for again; everything else is tried again by and by.
    if (error.status === 401) tell({ type: 'token' })
    else {
      byId('notice').textContent = texts[state.locale].away
      setTimeout(() => void open(token), 3000)
    }
  } finally {
    state.opening = false
  }
}

const poll = async () => {
  if (state.key === null) return
  try {
    const { messages } = await call('messages', { key: state.key, after: state.last })
    const fresh = messages.filter(({ id }) => id > state.last)
    if (fresh.length > 0) byId('notice').textContent = ''
    else if (byId('notice').textContent === texts[state.locale].away) byId('notice').textContent = ''
    for (const message of fresh) {
      state.last = message.id
      show(message)
      if (message.from === 'agent' && !state.shown) state.unread += 1
    }
    if (fresh.length > 0) tell({ type: 'unread', count: state.unread })
  } catch (error) {
    byId('notice').textContent = texts[state.locale].away
    if (error.status !== 404) return
    // The key is not known any more: the conversation is opened anew.
    state.key = null
    if (state.isTrader) tell({ type: 'token' })
    else void open(null)
  }
}

const pollOn = async () => {
  await poll()
  setTimeout(() => void pollOn(), state.shown ? shownPollMs : hiddenPollMs)
}

const send = async () => {
  const text = byId('text').value.trim()
  if (text === '' || state.key === null || byId('send').disabled) return
  // The same words keep their number, so that a message whose answer was lost is not taken twice.
  if (state.pending?.text !== text) state.pending = { text, nonce: crypto.randomUUID() }
  byId('send').disabled = true
  try {
    await call('send', { key: state.key, ...state.pending })
    state.pending = null
    byId('text').value = ''
    byId('notice').textContent = ''
    await poll()
  } catch {
    byId('notice').textContent = texts[state.locale].failed
  } finally {
    byId('send').disabled = false
    byId('text').focus()
  }
}

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== outer || typeof data !== 'object' || data === null || data.chat !== true) return
  // Whoever said hello first is the page around: nobody else is listened to after that.
  state.origin ??= origin
  if (origin !== state.origin) return
  if (data.type === 'hello') {
    setLook(data.locale, data.theme)
    if (state.key === null) void open(typeof data.token === 'string' ? data.token : null)
  } else if (data.type === 'look') setLook(data.locale, data.theme)
  else if (data.type === 'shown') {
    state.shown = true
    state.unread = 0
    tell({ type: 'unread', count: 0 })
    byId('text').focus()
  } else if (data.type === 'hidden') state.shown = false
})
byId('write').addEventListener('submit', (event) => {
  event.preventDefault()
  void send()
})
byId('text').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  void send()
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell({ type: 'close' })
})

setLook(query.get('lang'), query.get('theme'))
tell({ type: 'ready' })
void pollOn()
