import { type FormEvent, type ReactNode, useState } from 'react'
import { X } from 'lucide-react'
import { counted } from '../../../core/domain/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import styles from './markets.module.css'
import type { WatchList, WatchLists } from './use-watch-lists.ts'

interface WatchListsDialogProps {
  readonly watchLists: WatchLists
  readonly open: boolean
  readonly onClose: () => void
}

const taken = 'A list needs a name of its own, of at most 30 characters.'

export function WatchListsDialog({ watchLists, open, onClose }: WatchListsDialogProps): ReactNode {
  const { lists, add } = watchLists
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const isAdded = add(name)
    setProblem(isAdded ? undefined : taken)
    if (isAdded) setName('')
  }
  return (
    <Dialog open={open} onClose={onClose} title="Watch lists" testId="watch-lists">
      <ul className={styles.lists}>
        {lists.map(list => (
          <ListRow key={list.name} list={list} watchLists={watchLists} />
        ))}
      </ul>
      <form className={styles.listRow} onSubmit={submit}>
        <TextInput
          label="New list"
          value={name}
          onChange={setName}
          {...(problem === undefined ? {} : { error: problem })}
        />
        <Button type="submit">Add list</Button>
      </form>
    </Dialog>
  )
}

function ListRow({ list, watchLists }: { readonly list: WatchList; readonly watchLists: WatchLists }): ReactNode {
  const { lists, rename, remove } = watchLists
  const [name, setName] = useState(list.name)
  const [problem, setProblem] = useState<string>()
  const save = (): void => {
    if (name.trim() !== list.name) setProblem(rename(list.name, name) ? undefined : taken)
  }
  return (
    <li className={styles.listRow}>
      <TextInput
        label={`Name of ${list.name}`}
        hideLabel
        value={name}
        onChange={setName}
        onEnter={save}
        onBlur={save}
        {...(problem === undefined ? {} : { error: problem })}
      />
      <span className={styles.note}>{counted(list.symbols.size, 'instrument')}</span>
      <IconButton
        size="sm"
        label={`Remove the list ${list.name}`}
        icon={<X size={12} />}
        disabled={lists.length === 1}
        onClick={() => remove(list.name)}
      />
    </li>
  )
}
