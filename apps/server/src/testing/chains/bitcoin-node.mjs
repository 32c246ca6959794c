// A bitcoin node on regtest, in memory. Arguments: the port of its JSON-RPC, its password, the address that blocks pay.
// Its libraries are old JavaScript, without native code.
process.env['NODE_BACKEND'] = 'js'
const { default: bcoin } = await import('bcoin')
const [port, password, address] = process.argv.slice(2)
const node = new bcoin.FullNode({
  network: 'regtest',
  memory: true,
  workers: false,
  listen: false,
  httpHost: '127.0.0.1',
  httpPort: Number(port),
  apiKey: password,
  coinbaseAddress: [address],
})
await node.open()
process.on('disconnect', () => process.exit())
process.on('message', ({ depth }) => void reorganise(depth).then(() => process.send('reorganised')))
process.send?.('ready')

/** A branch that is longer by one block replaces the last `depth` ones; their transactions are forgotten. */
async function reorganise(depth) {
  let parent = await node.chain.getEntry(node.chain.height - depth)
  for (let block = 0; block <= depth; block += 1) parent = await node.chain.add(await node.miner.mineBlock(parent))
}
