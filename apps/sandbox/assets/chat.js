// The page inside the chat frame. Messages to the page around it: `ready`, `opened`, `token`, `unread`, `close`. Messages from it:
// `hello` (token, language, theme), `look` (language, theme), `shown`, `hidden`. Messages of people are only ever set as text.
import { texts } from '/chat/texts.js'

const byId = (id) => document.getElementById(id)
const outerWindow = window.parent
const query = new URLSearchParams(location.search)
const state = { origin: null, locale: 'en', key: null, last: 0, shown: false, unread: 0, opening: false, pending: null, isTrader: false, sendWhenOpened: false, latest: null }
const shownPollMs = 1000
const hiddenPollMs = 5000

const postToPage = (message) => outerWindow.postMessage({ chat: true, ...message }, state.origin ?? '*')

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

const setAppearance = (locale, theme) => {
  state.locale = locale !== null && Object.hasOwn(texts, locale) ? locale : 'en'
  const own = texts[state.locale]
  document.documentElement.lang = state.locale
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
  document.title = own.title
  byId('title').textContent = own.title
  byId('label').textContent = own.label
  byId('send').textContent = own.send
  byId('text').placeholder = own.label
  for (const name of ['agent', 'about', 'greeting']) byId(name).textContent = own[name]
  byId('typing').firstElementChild.textContent = own.typing
  for (const id of ['scroll', 'log']) byId(id).setAttribute('aria-label', own.title)
  showSent()
}

/** Line below the visitor's last message, until the agent replies. */
const showSent = () => {
  const { latest, locale } = state
  byId('sent').hidden = latest?.from !== 'visitor'
  if (latest === null) return
  const time = new Date(latest.at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  byId('sent').textContent = `${texts[locale].sent} · ${time}`
}

const show = (message) => {
  const line = document.createElement('div')
  line.className = `message ${message.from}`
  line.textContent = message.text
  byId('log').append(line)
  state.latest = message
}

/** Key of a visitor's conversation, which is kept for this tab. The conversation of a trader comes with the token. */
const visitorKey = {
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
      // Without storage, a reload starts a new conversation.
    }
  },
}

const open = async (token) => {
  if (state.opening) return
  state.opening = true
  state.isTrader = token !== null
  try {
    const key = token === null ? visitorKey.read() : undefined
    const { key: own, conversation } = await call('open', {
      locale: state.locale,
      ...(token !== null && { token }),
      ...(key !== undefined && { key }),
    })
    state.key = own
    if (token === null) visitorKey.write(own)
    postToPage({ type: 'opened', conversation })
    await poll()
    if (state.sendWhenOpened) void send()
    state.sendWhenOpened = false
  } catch (error) {
    // An expired token is requested again; everything else is retried.
    if (error.status === 401) postToPage({ type: 'token' })
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
    const { messages, typing } = await call('messages', { key: state.key, after: state.last })
    const fresh = messages.filter(({ id }) => id > state.last)
    if (fresh.length > 0) byId('notice').textContent = ''
    else if (byId('notice').textContent === texts[state.locale].away) byId('notice').textContent = ''
    for (const message of fresh) {
      state.last = message.id
      show(message)
      if (message.from === 'agent' && !state.shown) state.unread += 1
    }
    const changesTyping = byId('typing').hidden === typing
    byId('typing').hidden = !typing
    showSent()
    if (fresh.length > 0 || changesTyping) byId('scroll').scrollTop = byId('scroll').scrollHeight
    if (fresh.length > 0) postToPage({ type: 'unread', count: state.unread })
  } catch (error) {
    byId('notice').textContent = texts[state.locale].away
    if (error.status !== 404) return
    // The key is no longer valid: open the conversation again.
    state.key = null
    if (state.isTrader) postToPage({ type: 'token' })
    else void open(null)
  }
}

const pollOn = async () => {
  await poll()
  setTimeout(() => void pollOn(), state.shown ? shownPollMs : hiddenPollMs)
}

const send = async () => {
  const text = byId('text').value.trim()
  if (text === '' || byId('send').disabled) return
  if (state.key === null) {
    state.sendWhenOpened = true
    return
  }
  // The same text keeps its nonce, so that a message is not stored twice if a reply was lost.
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
  if (source !== outerWindow || typeof data !== 'object' || data === null || data.chat !== true) return
  // The first sender is the page around; messages from other origins are ignored.
  state.origin ??= origin
  if (origin !== state.origin) return
  if (data.type === 'hello') {
    setAppearance(data.locale, data.theme)
    if (state.key === null) void open(typeof data.token === 'string' ? data.token : null)
  } else if (data.type === 'look') setAppearance(data.locale, data.theme)
  else if (data.type === 'shown') {
    state.shown = true
    state.unread = 0
    postToPage({ type: 'unread', count: 0 })
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
  if (event.key === 'Escape') postToPage({ type: 'close' })
})

setAppearance(query.get('lang'), query.get('theme'))
postToPage({ type: 'ready' })
void pollOn()
