/** JSON that PostgreSQL wrote in the contract's shape, which goes to the caller as it is. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
