/** The package has no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Encrypts a message for a browser (RFC 8291). `dh` and `authSecret` are keys of the browser, `privateKey` is of this message only. */
  export function encrypt(
    content: Buffer,
    options: {
      readonly version: 'aes128gcm'
      readonly dh: Buffer
      readonly authSecret: Buffer
      readonly privateKey: ECDH
    },
  ): Buffer
}
