/** Pins the draft, so that it is drawn beside the next one, and takes pins off again. */
import { Pin as PinIcon, X } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import styles from './payoff-panel.module.css'
import { type Pin, keyOf, mostPins, pin, unpin, usePins } from './pins.ts'

export function PinBar({ draft }: { readonly draft: Pin }) {
  const pins = usePins()
  return (
    <span className={styles.pins}>
      <IconButton
        size="sm"
        label="Pin this draft"
        title={`Draw this draft beside the next ones (up to ${mostPins})`}
        icon={<PinIcon size={13} />}
        onClick={() => pin(draft)}
      />
      {pins.map(each => (
        <Button
          key={keyOf(each)}
          size="sm"
          variant="quiet"
          icon={<X size={11} />}
          title={`Unpin ${each.title}`}
          onClick={() => unpin(each)}
        >
          {each.title}
        </Button>
      ))}
    </span>
  )
}
