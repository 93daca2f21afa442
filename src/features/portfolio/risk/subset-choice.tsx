/** Of which legs the risk is drawn: all, those picked in the positions, or all without these, which shows what they hedge. */
import { Segmented } from '../../../ui/controls/segmented.tsx'
import type { Picked } from '../rows/picked.ts'
import { type Subset, chooseRisk } from './risk-choices.ts'

interface SubsetChoiceProps {
  readonly picked: Picked | undefined
  readonly subset: Subset
}

const names = { ticked: 'Ticked', hovered: 'Hovered', filtered: 'Filtered' } as const

export function SubsetChoice({ picked, subset }: SubsetChoiceProps) {
  const isPicked = picked !== undefined
  const label = isPicked ? `${names[picked.kind]} ${picked.sizes.size}` : 'Selection'
  const options = [
    { value: 'all', label: 'All legs', hint: 'Whatever is picked in the positions' },
    {
      value: 'picked',
      label,
      hint: 'The legs ticked in the positions, else those under the pointer, else those a filter leaves; the whole is drawn faint',
    },
    { value: 'without', label: 'Without', hint: 'All legs without the picked ones: what is missing then is what these hedge' },
  ] as const
  return <Segmented label="Risk of" hideLabel size="sm" value={subset} options={options} onChange={next => chooseRisk({ subset: next })} />
}
