// The mark under the finger or the mouse while it is dragged.
import type { KindId } from './beliefs';

interface Ghost {
  piece: KindId;
  x: number;
  y: number;
  touch: boolean;
}

class DragGhost {
  ghost = $state.raw<Ghost | null>(null);

  show(piece: KindId, { clientX, clientY, pointerType }: PointerEvent): void {
    this.ghost = { piece, x: clientX, y: clientY, touch: pointerType === 'touch' };
  }

  hide(): void {
    this.ghost = null;
  }
}

export const dragGhost = new DragGhost();
