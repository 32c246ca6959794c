// Stand-in until the country table is written here.
const row = (id: number, iso: string, name: string, iso3: string, prefix: string, block: boolean) => ({
  id, iso, name, iso3, numcode: id, block, allowRegistration: !block, prefix, defaultLang: 'en', assetTypes: '', parentId: null, isRegulated: false, nationality: name,
})
export const countries = [
  row(36, 'AU', 'Australia', 'AUS', '61', false), row(276, 'DE', 'Germany', 'DEU', '49', false),
  row(643, 'RU', 'Russia', 'RUS', '7', false), row(840, 'US', 'United States', 'USA', '1', true), row(408, 'KP', 'North Korea', 'PRK', '850', true),
]
