export const features: readonly string[]
export const featureFolders: readonly {
  readonly folder: string
  readonly kind: 'folder' | 'file'
  readonly others: readonly string[]
}[]
