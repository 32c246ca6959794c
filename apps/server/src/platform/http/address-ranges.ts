import { BlockList, isIP } from 'node:net'

/** Returns whether the text is an IP address, or a network such as `203.0.113.0/24`. */
export function isAddressRange(range: string): boolean {
  const [address = '', bits, ...others] = range.split('/')
  const version = isIP(address)
  if (version === 0 || others.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/**
 * Returns whether the address is in one of the ranges. IPv4 addresses are also found where they are written as IPv6. @param ranges none:
 * every address is in them
 */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    const family = isIP(network) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(network, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
}
