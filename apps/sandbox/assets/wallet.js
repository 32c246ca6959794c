import { formatUnits, parseUnits } from '/assets/coin-units.js'

const byId = (id) => document.getElementById(id)
const coin = location.pathname.split('/').at(-1)
const query = new URLSearchParams(location.search)
const address = query.get('address') ?? ''
const endsAt = Number(query.get('expires') ?? 0)
const due = parseUnits(query.get('amount') ?? '', coin)
const unit = coin.toUpperCase()
const practiceToken = `0x${'70'.repeat(20)}`
/** After this time, a block has surely been mined after the invoice's end. */
const lateMs = 3000

const call = async (method, path, body) => {
  const init =
    body === undefined
      ? { method }
      : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`/wallet/${coin}/${path}`, init)
  const reply = await response.json()
  if (!response.ok) throw new Error(reply.error)
  return reply
}

const act = async (work) => {
  try {
    byId('said').textContent = await work()
  } catch (error) {
    byId('said').textContent = `Failed: ${error.message}`
  }
  await show()
}

const pay = async (value, rest = {}) => {
  if (value === null || value <= 0n) throw new Error('there is no amount to pay')
  await call('POST', 'pay', { outputs: [{ address, value: String(value) }], ...rest })
  return `Sent ${formatUnits(value, coin)} ${unit}.`
}

const ways = {
  exact: () => pay(due),
  half: () => pay(due && due / 2n),
  over: () => pay(due && (due * 110n) / 100n),
  parts: async () => {
    const part = due && due / 3n
    for (const value of [part, part, due && due - 2n * part]) await pay(value)
    return `Sent ${formatUnits(due, coin)} ${unit} in three parts.`
  },
  late: async () => {
    const at = Math.max(endsAt, Date.now()) + lateMs
    await pay(due, { at_ms: at })
    return `It is sent at ${new Date(at).toLocaleTimeString()}, after the invoice has ended.`
  },
  dust: () => pay(1n),
  contract: () => pay(due, { source: 'contract' }),
  token: async () => {
    await pay(due, { token: practiceToken })
    return 'Sent a token, which is not ether.'
  },
  amount: () => pay(parseUnits(byId('pay').elements.amount.value, coin)),
}

const show = async () => {
  const state = await call('GET', `state?address=${encodeURIComponent(address)}`)
  const seconds = state.block_seconds
  byId('chain').textContent =
    `block ${state.height}, ${seconds > 0 ? `a new one every ${seconds} s` : 'mined by hand'}`
  const rows = [
    ...state.planned.map((payment) => [payment, `at ${new Date(payment.atMs).toLocaleTimeString()}`]),
    ...state.transactions.map((payment) => [payment, payment.confirmations]),
  ]
  byId('payments').replaceChildren(
    ...rows.map(([{ outputs, token, source, txid = '' }, confirmations]) => {
      const value = outputs.filter((output) => output.address === address).reduce((sum, each) => sum + BigInt(each.value), 0n)
      const kind = token !== null && token !== undefined ? ' token' : source === 'contract' ? ' from a contract' : ''
      const row = document.createElement('tr')
      for (const text of [`${formatUnits(value, coin)} ${unit}${kind}`, confirmations, txid.slice(0, 12)])
        row.insertCell().textContent = String(text)
      return row
    }),
  )
  if (rows.length > 0) return
  const place = byId('payments').insertRow().insertCell()
  place.className = 'empty'
  place.colSpan = 3
  place.textContent = 'None yet.'
}

byId('address').textContent = address || 'none: open this page from an invoice'
byId('due').textContent = due === null ? 'any amount' : `${formatUnits(due, coin)} ${unit}`
byId('ends').textContent = endsAt > 0 ? new Date(endsAt).toLocaleTimeString() : 'unknown'
for (const button of byId('pay').querySelectorAll('button')) {
  if (coin === 'eth') button.hidden = false
  button.disabled = address === '' || (due === null && !['dust', 'amount'].includes(button.value))
}
byId('pay').addEventListener('submit', (event) => {
  event.preventDefault()
  // Enter pays the amount that was typed.
  const how = document.activeElement?.name === 'amount' ? 'amount' : (event.submitter?.value ?? 'amount')
  void act(ways[how])
})
byId('mine').addEventListener('submit', (event) => {
  event.preventDefault()
  void act(async () => `Mined block ${(await call('POST', 'mine', {})).height}.`)
})
byId('reorganise').addEventListener('submit', (event) => {
  event.preventDefault()
  const { depth, keeps } = Object.fromEntries(new FormData(event.target))
  void act(async () => {
    const { height } = await call('POST', 'reorganise', { depth: Number(depth), keeps_transactions: keeps === 'yes' })
    return `The chain is another one now, up to block ${height}.`
  })
})

await show()
setInterval(() => document.visibilityState === 'visible' && void show(), 1000)
