import { type FormEvent, type ReactNode, useState } from 'react'
import { type KnownKey, editKey, removeKey, switchToKey } from '../../../api/keys/keys.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { durationText } from '../../../ui/order/life-text.ts'
import { stripHostile } from '../../../../core/domain/safe-text.ts'
import { lifeLabels, lifeProblem, perAddressLabels, readLife } from './key-form.ts'
import styles from '../settings.module.css'

const lifeText = (seconds: number): string => (seconds < 120 ? `${seconds} s` : durationText(seconds * 1_000))

export function KeysList({ keys, inUse }: { readonly keys: readonly KnownKey[]; readonly inUse: string | undefined }) {
  if (keys.length === 0) return null
  return (
    <div>
      <h3 className={styles.heading}>Keys</h3>
      <ul className={styles.keys} aria-label="Keys">
        {keys.map(key => (
          <KeyRow key={key.id} known={key} isInUse={key.id === inUse} />
        ))}
      </ul>
    </div>
  )
}

function KeyRow({ known, isInUse }: { readonly known: KnownKey; readonly isInUse: boolean }): ReactNode {
  const [isEditing, setEditing] = useState(false)
  const name = stripHostile(known.name, 60)
  return (
    <li>
      <div className={styles.key}>
        <span className={styles.keyName}>
          <span>{name}</span>
          <span className={styles.note}>
            {known.name === known.apiKey ? '' : `${stripHostile(known.apiKey, 60)}, `}
            tokens of {lifeText(known.lifeSeconds)}
            {known.perAddress ? ' for each address' : ''}, {known.isSaved ? 'kept in this browser' : 'gone on reload'}
          </span>
        </span>
        {isInUse ? (
          <span className={styles.inUse}>in use</span>
        ) : (
          <Button size="sm" onClick={() => void switchToKey(known.id)} aria-label={`Use ${name}`}>
            Use
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          onClick={() => setEditing(!isEditing)}
          aria-expanded={isEditing}
          aria-label={`Edit ${name}`}
        >
          Edit
        </Button>
        <Button size="sm" variant="quiet" onClick={() => void removeKey(known.id)} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
      {isEditing && <EditKey known={known} name={name} onDone={() => setEditing(false)} />}
    </li>
  )
}

function EditKey({
  known,
  name,
  onDone,
}: {
  readonly known: KnownKey
  readonly name: string
  readonly onDone: () => void
}): ReactNode {
  const [life, setLife] = useState(String(known.lifeSeconds))
  const [perAddress, setPerAddress] = useState(known.perAddress)
  const lifeSeconds = readLife(life)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (lifeSeconds === undefined) return
    void editKey(known.id, { lifeSeconds, perAddress })
    onDone()
  }
  return (
    <form className={styles.wideForm} aria-label={`Edit ${name}`} noValidate onSubmit={submit}>
      <TextInput
        {...lifeLabels}
        value={life}
        onChange={setLife}
        {...(lifeSeconds === undefined ? { error: lifeProblem } : {})}
      />
      <Checkbox {...perAddressLabels} checked={perAddress} onChange={setPerAddress} />
      <div>
        <Button type="submit" size="sm">
          Save
        </Button>
      </div>
    </form>
  )
}
