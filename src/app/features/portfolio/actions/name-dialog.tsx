import { type ReactNode, useRef, useState } from 'react'
import { mostNameLetters } from '../../../../core/domain/grouping/own-groups.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { useOwnGroups } from '../rows/own-groups.ts'
import type { PositionsLeg } from '../rows/positions-row.ts'

interface NameDialogProps {
  readonly legs: readonly PositionsLeg[]
  readonly save: (name: string) => void
  readonly close: () => void
}

export function NameDialog({ legs, save, close }: NameDialogProps): ReactNode {
  const known = useOwnGroups().now.find(group => legs.every(leg => group.ids.includes(leg.position.id)))?.name
  const [name, setName] = useState(known ?? '')
  const field = useRef<HTMLInputElement>(null)
  const error = name.length > mostNameLetters ? `At most ${mostNameLetters} letters.` : undefined
  const put = (): void => {
    if (error === undefined) save(name)
  }
  return (
    <Dialog
      open
      onClose={close}
      title="Name the structure"
      description={legs.map(leg => leg.position.name).join(', ')}
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" disabled={error !== undefined} onClick={put}>
            Save name
          </Button>
        </>
      }
    >
      <TextInput
        label="Name"
        hint="Empty: the name of its kind"
        value={name}
        onChange={setName}
        inputRef={field}
        onEnter={put}
        error={error}
      />
    </Dialog>
  )
}
