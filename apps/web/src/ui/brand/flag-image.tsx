/** Address of each country's flag, one small file each: the browser asks for those that are on screen. */
const files = import.meta.glob<string>('../../../../../node_modules/country-flag-icons/3x2/??.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
const folder = '../../../../../node_modules/country-flag-icons/3x2'

/** The flag of a country by its ISO code, for looks: beside it stands the name. */
export function FlagImage({ iso }: { readonly iso: string }) {
  return (
    <img src={files[`${folder}/${iso}.svg`]} alt="" width={21} height={14} loading="lazy" className="h-full w-full" />
  )
}
