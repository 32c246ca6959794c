/** Where a request comes from. `deviceCookie` is from an earlier log-in. */
export type LoginOrigin = { readonly address: string; readonly deviceCookie: string | undefined }
