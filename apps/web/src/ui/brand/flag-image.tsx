/** Flags are separate files, so that the browser loads only those on the screen. */
const files = import.meta.glob<string>('../../../../../node_modules/country-flag-icons/3x2/??.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
const folder = '../../../../../node_modules/country-flag-icons/3x2'

export function FlagImage({ iso }: { readonly iso: string }) {
  return (
    <img src={files[`${folder}/${iso}.svg`]} alt="" width={21} height={14} loading="lazy" className="h-full w-full" />
  )
}
