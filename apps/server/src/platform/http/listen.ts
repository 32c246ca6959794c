import type { FastifyInstance } from 'fastify'

import { StartupError } from '../config/startup-error.ts'
import { getErrorCode } from '../error-code.ts'

/** Starts to listen. @param setting that names the port @throws StartupError with one sentence */
export async function listen(
  http: FastifyInstance,
  { host, port, setting }: { readonly host: string; readonly port: number; readonly setting: string },
): Promise<void> {
  try {
    await http.listen({ host, port })
  } catch (error) {
    const code = getErrorCode(error)
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `Port ${port} is in use: stop the program that uses it, or set ${setting} to another port.`,
      )
    if (code === 'EACCES')
      throw new StartupError(`This user is not allowed to open port ${port}: set ${setting} to a number above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`HOST ${host} is not an address of this machine.`)
    throw error
  }
}
