// All texts of a language: those of every page, and those of its parts by the names of their folders.
import type { Texts } from './catalogue';
import type { ChoosingTexts } from './choosing/catalogue';
import type { DeducedTexts } from './deduced/catalogue';
import type { FinishedTexts } from './finished/catalogue';
import type { GamesTexts } from './games/catalogue';
import type { HandoverTexts } from './handover/catalogue';
import type { JoiningTexts } from './joining/catalogue';
import type { KindTexts } from './kinds/catalogue';
import type { LabTexts } from './lab/catalogue';
import type { LaterTexts } from './later/catalogue';
import type { LobbyTexts } from './lobby/catalogue';
import type { LocalTexts } from './local/catalogue';
import type { MindTexts } from './mind/catalogue';
import type { ModeratedTexts } from './moderated/catalogue';
import type { MoveTexts } from './moves/catalogue';
import type { OfflineTexts } from './offline/catalogue';
import type { OwnTexts } from './own/catalogue';
import type { PracticeTexts } from './practice/catalogue';
import type { ResultTexts } from './results/catalogue';
import type { RoomTexts } from './rooms/catalogue';
import type { TableTexts } from './table/catalogue';
import type { TurnTexts } from './turn/catalogue';

export interface Words {
  readonly page: Texts;
  readonly choosing: ChoosingTexts;
  readonly deduced: DeducedTexts;
  readonly finished: FinishedTexts;
  readonly games: GamesTexts;
  readonly handover: HandoverTexts;
  readonly joining: JoiningTexts;
  readonly kinds: KindTexts;
  readonly lab: LabTexts;
  readonly later: LaterTexts;
  readonly lobby: LobbyTexts;
  readonly local: LocalTexts;
  readonly mind: MindTexts;
  readonly moderated: ModeratedTexts;
  readonly moves: MoveTexts;
  readonly offline: OfflineTexts;
  readonly own: OwnTexts;
  readonly practice: PracticeTexts;
  readonly results: ResultTexts;
  readonly rooms: RoomTexts;
  readonly table: TableTexts;
  readonly turn: TurnTexts;
}
