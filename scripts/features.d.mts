export const features: readonly string[]
export const rooms: readonly {
  readonly folder: string
  readonly kind: 'folder' | 'file'
  readonly others: readonly string[]
}[]
