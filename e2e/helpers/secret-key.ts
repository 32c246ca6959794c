export const e2eSecretKey = 'a secret key that is only good for browser tests'
