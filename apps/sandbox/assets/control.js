import { formatUnits, parseUnits } from '/assets/coin-units.js'

/** Time of the sandbox's clock. */
let now = Date.now()

const byId = (id) => document.getElementById(id)

const call = async (method, path, body) => {
  const init =
    body === undefined
      ? { method }
      : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, init)
  const reply = await response.json()
  if (!response.ok) throw new Error(reply.error)
  return reply
}

const act = async (said, work) => {
  try {
    await work()
    byId('said').textContent = said
  } catch (error) {
    byId('said').textContent = `Failed: ${error.message}`
  }
  await show()
}

const button = (text, onClick) => {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.addEventListener('click', onClick)
  return made
}

const fill = (id, rows, empty) => {
  const body = byId(id)
  body.replaceChildren(
    ...rows.map((cells) => {
      const row = document.createElement('tr')
      for (const cell of cells) {
        const place = row.insertCell()
        if (typeof cell === 'number') place.className = 'number'
        place.append(cell instanceof Node ? cell : String(cell))
      }
      return row
    }),
  )
  if (rows.length > 0) return
  const place = body.insertRow().insertCell()
  place.className = 'empty'
  place.colSpan = 9
  place.textContent = empty
}

/** Writes a text with its addresses as links. */
const linked = (text) =>
  text.split(/(https?:\/\/\S+)/).map((part, at) => {
    if (at % 2 === 0) return part
    const link = document.createElement('a')
    link.href = part
    link.rel = 'noreferrer'
    link.target = '_blank'
    link.textContent = part
    return link
  })

/** Sends an answer to the site, as the mail program of the receiver would. */
const replyForm = (mail) => {
  const form = document.createElement('form')
  const label = document.createElement('label')
  const text = document.createElement('textarea')
  text.name = 'text'
  text.required = true
  text.maxLength = 10000
  label.append(`Reply as ${mail.to[0]}`, text)
  const send = document.createElement('button')
  send.textContent = 'Send reply'
  form.append(label, send)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void act('Reply sent.', async () => {
      const { sent, refusal } = await call('POST', '/control/mails/reply', { id: mail.id, text: text.value })
      if (!sent) throw new Error(refusal)
      form.reset()
    })
  })
  return form
}

/** A mail that is already shown stays as it is, opened or not. */
const showMails = (mails) => {
  const place = byId('mails')
  if (mails.length === 0) {
    place.textContent = 'No mail yet.'
    return
  }
  const known = new Map([...place.children].map((element) => [element.dataset.id, element]))
  place.replaceChildren(
    ...mails.map((mail) => {
      const there = known.get(mail.id)
      if (there) return there
      const made = document.createElement('details')
      made.dataset.id = mail.id
      const summary = document.createElement('summary')
      summary.textContent = `${mail.at}  ${mail.to.join(', ')}  ${mail.subject}`
      const text = document.createElement('pre')
      text.append(...linked(mail.text))
      made.append(summary, text, replyForm(mail))
      return made
    }),
  )
}

/** Shows conversations, latest first. The one that was chosen to be answered stays chosen. */
const showChats = (conversations) => {
  const choice = byId('reply').elements.conversation
  const chosen = choice.value
  const nameOf = ({ id, name }) => `${name ?? 'visitor'} ${id.slice(0, 8)}`
  choice.replaceChildren(...conversations.map((one) => new Option(nameOf(one), one.id)))
  if (conversations.some(({ id }) => id === chosen)) choice.value = chosen
  const lines = conversations.map((one) => {
    const text = document.createElement('pre')
    const facts = one.facts && `  balance ${one.facts.balance} ${one.facts.currency}, shown ${one.facts.shown_balance}`
    text.textContent = [
      `${nameOf(one)}${facts ?? ''}`,
      ...one.messages.slice(-20).map((message) => `  ${message.at}  ${message.from}: ${message.text}`),
    ].join('\n')
    return text
  })
  byId('chats').replaceChildren(...(lines.length > 0 ? lines : ['No messages yet.']))
}

const practiceToken = `0x${'70'.repeat(20)}`

const showChains = (chains) => {
  const coins = Object.entries(chains)
  byId('tips').textContent = coins
    .map(([coin, { height, block_seconds: seconds }]) => `${coin.toUpperCase()}: block ${height}, ${seconds} s.`)
    .join(' ')
  fill(
    'transactions',
    coins.flatMap(([coin, { transactions }]) =>
      transactions.flatMap(({ txid, outputs, source, token, confirmations }) =>
        outputs.map(({ address, value }) => [
          coin.toUpperCase(),
          address,
          formatUnits(value, coin),
          token === null ? source : 'token',
          confirmations,
          txid,
          confirmations > 0
            ? ''
            : button('Drop', () => act('Dropped.', () => call('POST', `/control/chains/${coin}/evict`, { txid }))),
        ]),
      ),
    ),
    'No transactions yet.',
  )
}

const show = async () => {
  const [state, { rows }, { mails }, { conversations }, chains, rates, news] = await Promise.all([
    call('GET', '/control/state'),
    call('GET', '/control/statement'),
    call('GET', '/control/mails'),
    call('GET', '/control/chat'),
    call('GET', '/control/chains'),
    call('GET', '/control/rates'),
    call('GET', '/control/news'),
  ])
  showChains(chains)
  byId('prices').textContent = rates.is_stopped
    ? 'Stopped: the source of the rates does not answer.'
    : Object.entries(rates.prices)
        .map(([coin, usd]) => `${coin} ${usd} USD`)
        .join(' · ')
  byId('acts').textContent = `Feeds: ${news.feeds} · calendar: ${news.calendar}`
  showMails(mails)
  showChats(conversations)
  now = Date.parse(state.now)
  byId('clock').textContent = `${state.now} (ahead by ${state.offset_ms} ms; waits times ${state.wait_scale})`
  const processors = byId('fault').elements.processor
  if (processors.length === 1) for (const slug of state.processors) processors.add(new Option(slug, slug))
  fill(
    'faults',
    state.faults.map(({ id, processor, on, act: what, left }) => [
      processor ?? 'every one',
      on,
      what,
      left ?? 'always',
      button('Disarm', () => act('Disarmed.', () => call('DELETE', `/control/faults/${id}`))),
    ]),
    'No faults. Only the cards below cause failures.',
  )
  fill(
    'statement',
    rows
      .toReversed()
      .map((row) => [
        row.created_at,
        row.kind,
        row.processor,
        `${(row.amount / 100).toFixed(2)} ${row.currency}`,
        row.status,
        row.last4,
        row.descriptor,
        row.ref,
      ]),
    'No charges yet.',
  )
  fill(
    'events',
    state.events.map((event) => [
      event.id,
      event.slug,
      event.body.charge.status,
      event.state,
      event.tries,
      button('Send again', () =>
        act('Sent again.', () => call('POST', '/control/webhooks/replay', { event_ids: [event.id] })),
      ),
    ]),
    'No webhooks yet.',
  )
  fill(
    'cards',
    state.cards.map(({ visa, mastercard, does }) => [visa, mastercard, does]),
    '',
  )
}

byId('fault').addEventListener('submit', (event) => {
  event.preventDefault()
  const { processor, on, act: what, ms, times } = Object.fromEntries(new FormData(event.target))
  const rule = {
    on,
    act: what,
    ms: Number(ms),
    ...(processor && { processor }),
    ...(times && { times: Number(times) }),
  }
  void act('Armed.', () => call('POST', '/control/faults', rule))
})
byId('move').addEventListener('submit', (event) => {
  event.preventDefault()
  const offset = Number(new FormData(event.target).get('offset_ms'))
  void act('Clock set.', () => call('POST', '/control/clock', { offset_ms: offset }))
})
byId('act').addEventListener('submit', (event) => {
  event.preventDefault()
  void act('Set.', () => call('POST', '/control/news', Object.fromEntries(new FormData(event.target))))
})
byId('reset').addEventListener('click', () => {
  if (confirm('Delete all charges, payments, events, mails and faults?')) void act('Deleted.', () => call('POST', '/control/reset', {}))
})
byId('reply').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.target
  void act('Reply sent.', async () => {
    await call('POST', '/control/chat/reply', Object.fromEntries(new FormData(form)))
    form.elements.text.value = ''
  })
})
byId('pay').addEventListener('submit', (event) => {
  event.preventDefault()
  const { coin, addresses, amount, kind, count, after } = Object.fromEntries(new FormData(event.target))
  void act('Paid.', async () => {
    const value = parseUnits(amount, coin)
    if (value === null) throw new Error('this is not an amount')
    const payment = {
      outputs: addresses.trim().split(/\s+/).map((address) => ({ address, value: String(value) })),
      ...(kind === 'contract' && { source: 'contract' }),
      ...(kind === 'token' && { token: practiceToken }),
      ...(Number(after) > 0 && { at_ms: now + Number(after) * 1000 }),
    }
    for (let sent = 0; sent < Number(count); sent += 1) await call('POST', `/control/chains/${coin}/pay`, payment)
  })
})
byId('blocks').addEventListener('submit', (event) => {
  event.preventDefault()
  const { coin, blocks, seconds } = Object.fromEntries(new FormData(event.target))
  const how = event.submitter?.value ?? 'mine'
  const path = `/control/chains/${coin}`
  if (how === 'mine') return void act('Mined.', () => call('POST', `${path}/mine`, { blocks: Number(blocks) }))
  if (how === 'interval')
    return void act('Set.', () => call('POST', `${path}/interval`, { seconds: Number(seconds) }))
  const body = { depth: Number(blocks), keeps_transactions: how === 'keep' }
  void act('Reorganised.', () => call('POST', `${path}/reorganise`, body))
})
byId('price').addEventListener('submit', (event) => {
  event.preventDefault()
  const { coin, usd } = Object.fromEntries(new FormData(event.target))
  const how = event.submitter?.value ?? 'set'
  const change = how === 'set' ? { prices: { [coin]: usd === '' ? null : Number(usd) } } : { is_stopped: how === 'stop' }
  void act('Set.', () => call('POST', '/control/rates', change))
})
byId('release').addEventListener(
  'click',
  () => void act('Released.', () => call('POST', '/control/webhooks/release', { order: 'as_is' })),
)
byId('reverse').addEventListener(
  'click',
  () => void act('Released.', () => call('POST', '/control/webhooks/release', { order: 'reverse' })),
)

await show()
setInterval(() => document.visibilityState === 'visible' && void show(), 3000)
