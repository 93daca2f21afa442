/** Of which legs the risk is drawn: all, those picked in the positions, or all without these, which shows what they hedge. */
import { Segmented } from '../../../ui/controls/segmented.tsx'
import type { Picked } from '../rows/picked.ts'
import { type Subset, chooseRisk } from './risk-choices.ts'

interface SubsetChoiceProps {
  readonly picked: Picked | undefined
  readonly subset: Subset
}

const names = { ticked: 'Ticked', filtered: 'Filtered' } as const

export function SubsetChoice({ picked, subset }: SubsetChoiceProps) {
  // Legs under a pointer are drawn in passing: the choice comes with what stays picked.
  if (picked === undefined || picked.kind === 'hovered') return null
  const options = [
    { value: 'all', label: 'All legs', hint: 'Whatever is picked in the positions' },
    {
      value: 'picked',
      label: `${names[picked.kind]} ${picked.sizes.size}`,
      hint: 'The legs ticked in the positions, else those under the pointer, else those a filter leaves; the whole is drawn faint',
    },
    { value: 'without', label: 'Without', hint: 'All legs without the picked ones: what is missing then is what these hedge' },
  ] as const
  return <Segmented label="Risk of" hideLabel size="sm" value={subset} options={options} onChange={next => chooseRisk({ subset: next })} />
}
