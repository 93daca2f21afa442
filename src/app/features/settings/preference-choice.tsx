import type { Option } from '../../ui/controls/option.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { setPreferences, usePreferences } from '../../ui/theme/preferences.ts'
import type { Preferences } from '../../ui/theme/theme-choice.ts'

interface PreferenceChoiceProps<Name extends keyof Preferences> {
  readonly of: Name
  readonly label: string
  readonly options: readonly Option<Preferences[Name]>[]
}

export function PreferenceChoice<Name extends keyof Preferences>({ of, label, options }: PreferenceChoiceProps<Name>) {
  const value = usePreferences()[of]
  return <Segmented label={label} value={value} options={options} onChange={next => setPreferences({ [of]: next })} />
}
