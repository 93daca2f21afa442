import { type KnownKey, removeKey, switchToKey } from '../../../api/keys/keys.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { durationText } from '../../../ui/order/life-text.ts'
import { stripHostile } from '../../../domain/safe-text.ts'
import styles from '../settings.module.css'

const lifeText = (seconds: number): string => (seconds < 120 ? `${seconds} s` : durationText(seconds * 1_000))

/** The trader's keys on this venue: which one signs, another to go on with, and the way out for each. */
export function KeysList({ keys, inUse }: { readonly keys: readonly KnownKey[]; readonly inUse: string | undefined }) {
  if (keys.length === 0) return null
  return (
    <div>
      <h3 className={styles.heading}>Keys</h3>
      <ul className={styles.keys} aria-label="Keys">
        {keys.map(key => {
          const name = stripHostile(key.name, 60)
          return (
            <li key={key.id} className={styles.key}>
              <span className={styles.keyName}>
                <span>{name}</span>
                <span className={styles.note}>
                  {key.name === key.apiKey ? '' : `${stripHostile(key.apiKey, 60)}, `}
                  tokens of {lifeText(key.lifeSeconds)}
                  {key.perAddress ? ' for each address' : ''}, {key.isSaved ? 'kept in this browser' : 'gone on reload'}
                </span>
              </span>
              {key.id === inUse ? (
                <span className={styles.inUse}>in use</span>
              ) : (
                <Button size="sm" onClick={() => void switchToKey(key.id)} aria-label={`Use ${name}`}>
                  Use
                </Button>
              )}
              <Button size="sm" variant="quiet" onClick={() => void removeKey(key.id)} aria-label={`Remove ${name}`}>
                Remove
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
