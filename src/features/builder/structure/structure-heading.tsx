/** The name of the draft's structure as its side executes it, what that does, and its name the other way. */
import { type StructureLabel, structureTip } from '../../../ui/order/structure-label.ts'
import styles from './structure-panel.module.css'

export function StructureHeading({ text }: { readonly text: StructureLabel }) {
  return (
    <span className={styles.heading} title={structureTip(text).join('; ')}>
      {text.title}
    </span>
  )
}
