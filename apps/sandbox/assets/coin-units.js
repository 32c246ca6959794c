/** Amounts of pages are decimal text in coins; those of calls are whole numbers of the smallest unit. */
const decimals = { btc: 8, eth: 18 }

/** Returns null for a text that is no amount. */
export const parseUnits = (text, coin) => {
  const [, whole, part = ''] = /^\s*(\d{1,12})(?:[.,](\d*))?\s*$/.exec(text) ?? []
  if (whole === undefined || part.length > decimals[coin]) return null
  return BigInt(whole + part.padEnd(decimals[coin], '0'))
}

export const formatUnits = (value, coin) => {
  const digits = String(value).padStart(decimals[coin] + 1, '0')
  const part = digits.slice(-decimals[coin]).replace(/0+$/, '')
  return `${digits.slice(0, -decimals[coin])}${part && `.${part}`}`
}
