// Exits with 0 if the server, or the desk, answers that it reaches its database. Argument: its port, else PORT, else 3000.
const port = process.argv[2] ?? process.env['PORT'] ?? '3000'
const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) }).catch(() => null)
process.exitCode = reply?.status === 200 ? 0 : 1
