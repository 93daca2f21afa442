/** Base style sheets. They are imported before any component, so that components may override them. */
import './fonts.css'
import './theme.css'
import './base.css'
import './forced-colours.css'
