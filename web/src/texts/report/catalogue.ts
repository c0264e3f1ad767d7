// Texts about reports of the other player, loaded with their form.
import type { ReportReason } from '../../wire';
import type { By } from '../catalogue';

export interface ReportTexts {
  readonly open: string;
  /** The consequences of a report. */
  readonly what: string;
  readonly reason: string;
  readonly reasons: By<ReportReason>;
  readonly text: string;
  readonly send: string;
  readonly sent: string;
  readonly already: string;
  readonly failed: string;
}
