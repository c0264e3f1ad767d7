// Portuguese texts of the rule lab.
import { counting } from '../forms';
import type { LabTexts } from '../lab/catalogue';

const counted = counting('pt-BR');

export const lab: LabTexts = {
  heading: 'Oficina de regras',
  unnamed: 'Um jogo sem nome',
  panes: { group: 'Vista', rules: 'Regras', board: 'Tabuleiro' },
  menu: { open: 'Abrir', save: 'Guardar', play: 'Jogar com alguém', share: 'Compartilhar', help: 'Ajuda', home: 'Jogar online' },
  openDialog: {
    heading: 'Abrir um jogo',
    template: 'Jogo novo em um tabuleiro pequeno',
    server: 'Começar com um jogo deste servidor…',
    file: 'Abrir um arquivo zip',
    kept: 'Guardados neste navegador',
    none: 'Os jogos que você altera ficam guardados aqui.',
    close: 'Fechar',
    forget: 'Apagar',
    forgetNamed: (name) => `Apagar ${name}`,
  },
  shareDialog: {
    heading: 'Compartilhar este jogo',
    link: 'Link para este jogo',
    copy: 'Copiar o link',
    copied: 'Copiado.',
    copyFailed: 'O navegador não permitiu copiar. Selecione o link e copie.',
    zip: 'Baixar como arquivo zip',
    about: 'O link contém o jogo inteiro; nada fica guardado no servidor. Descompacte o arquivo zip para a ferramenta: ggn check usa a pasta como ela está.',
  },
  playDialog: {
    heading: 'Jogar este jogo com alguém',
    about: 'O servidor guarda o jogo como está escrito agora, e quem tiver o link pode jogar. O que você mudar depois é outro jogo.',
    create: 'Criar partida',
    checking: 'O servidor verifica o jogo…',
    withErrors: 'O jogo tem erros. Corrija-os primeiro.',
    close: 'Fechar',
  },
  saveDialog: {
    heading: 'Guardar este jogo',
    legend: 'Quem o encontra',
    save: 'Guardar',
    kinds: {
      private: { name: 'Privado', what: 'só eu, neste navegador', done: 'Está guardado neste navegador. Você o encontra em “Abrir”.' },
      unlisted: { name: 'Não listado', what: 'quem tiver o link', done: 'O servidor o guarda como está escrito agora. Quem tiver este link pode jogar:' },
      public: { name: 'Público', what: 'todos, na lista de jogos', done: 'Todos o encontram na lista de jogos, entre os feitos por jogadores. Este é o link:' },
    },
  },
  saveFault: {
    faulty: 'O servidor encontrou falhas neste jogo:',
    large: 'Este jogo é grande demais para ser guardado.',
    busy: 'Há jogos demais sendo verificados. Tente daqui a um minuto.',
    failed: 'Não foi possível guardar o jogo. Verifique sua conexão e tente de novo.',
    refused: (message) => `O servidor não aceita este jogo: ${message}.`,
  },
  shareFault: { broken: 'Este navegador não consegue pôr o jogo em um link. Baixe o jogo.', large: 'Este jogo é grande demais para um link. Baixe o jogo.' },
  linkFault: {
    broken: 'Este link está danificado: talvez falte uma parte. Peça o link de novo. Aqui está um jogo novo.',
    large: 'Este link contém mais do que um jogo pode ter. Aqui está um jogo novo.',
  },
  fileFault: { broken: 'Este arquivo não contém um jogo: é preciso um arquivo zip com um ruleset.json.', large: 'Este arquivo contém mais do que um jogo pode ter.' },
  gameFault: 'Não foi possível carregar este jogo. Verifique sua conexão e tente de novo.',
  files: { label: 'Arquivo', add: 'Arquivo novo', remove: 'Apagar arquivo', path: 'Caminho do arquivo novo, como patterns/wizard.moves', badPath: 'Use letras, algarismos e - . _ com / entre as pastas.', editor: 'Texto do arquivo', create: 'Criar', cancel: 'Cancelar', deleted: (path) => `${path} foi apagado.`, restore: 'Desfazer a exclusão' },
  checking: 'Verificando…',
  noFaults: 'Sem falhas.',
  faults: (errors, warnings) => {
    const parts = [
      ...(errors > 0 ? [counted(errors, { one: `${errors} erro`, other: `${errors} erros` })] : []),
      ...(warnings > 0 ? [counted(warnings, { one: `${warnings} aviso`, other: `${warnings} avisos` })] : []),
    ];
    return `${parts.join(' e ')}.`;
  },
  faultsHeading: 'Falhas',
  noAnswer: {
    slow: 'Estas regras demoraram demais, e a verificação foi interrompida. Altere-as para tentar de novo.',
    failed: 'O motor não conseguiu terminar com estas regras: talvez precisem de memória demais. Altere-as para tentar de novo.',
  },
  earlier: 'As regras têm erros. Este tabuleiro ainda segue as últimas regras sem erros.',
  noBoard: 'O tabuleiro aparece quando as regras não têm erros.',
  notKept: 'Este navegador não tem mais espaço para este jogo. Baixe o jogo.',
  at: (file, line, column) => (line === null ? file : `${file}, linha ${line}, coluna ${column ?? 1}`),
  severity: { error: 'Erro', warning: 'Aviso' },
  found: 'Encontrado',
  expected: 'Esperado',
  hint: 'Dica',
  ways: (piece, from, to) => (to.length === 0 ? `${piece} em ${from} não vai a lugar nenhum quando está sozinha.` : `${piece} em ${from}, sozinha no tabuleiro, vai para ${to.join(', ')}.`),
  waysHint: 'Toque em uma peça para ver como ela se move. As setas são seus caminhos quando está sozinha; as marcas, seus lances legais agora.',
  figures: (pieces, rows) => `${counted(pieces, { one: `${pieces} peça`, other: `${pieces} peças` })} · ${counted(rows, { one: `${rows} linha`, other: `${rows} linhas` })}`,
  perft: {
    heading: 'Contar lances (perft)',
    about: 'Conta as sequências de lances legais a partir da posição no tabuleiro.',
    cancel: 'Parar de contar',
    depth: (depth) => `Profundidade ${depth}`,
    total: (total, done) => `${counted(total, { one: `${total} sequência`, other: `${total.toLocaleString('pt-BR')} sequências` })}${done ? '' : ' até agora…'}`,
  },
  help: {
    heading: 'Padrões em resumo',
    close: 'Fechar',
    intro: 'Uma linha de um arquivo de padrões nomeia peças, depois dois-pontos, depois os lances. Cada jogo tem também ruleset.json: nomes, a primeira posição e o que encerra a partida.',
    rows: [
      ['N: N', 'A peça N se move como um cavalo.'],
      ['W F D A N', 'Saltos: uma casa em linha reta, uma na diagonal, duas em linha reta, duas na diagonal, e o do cavalo.'],
      ['R B Q K', 'Torre, bispo, dama, rei: R é W repetido, e assim por diante.'],
      ['W3', 'Até três passos em linha reta.'],
      ['m c', 'Só para uma casa vazia; só para capturar.'],
      ['f b l r', 'Para a frente, para trás, esquerda, direita, como cada lado olha.'],
      ['P: mfW cfF', 'O peão: reto para a frente a uma casa vazia, na diagonal para a frente para capturar.'],
      ['from ranks 2-4', 'Só a partir destas casas. Com to: só para elas; com in: as duas coisas.'],
      ['promotes R N to rank 5', 'A peça vira uma destas quando chega lá.'],
      ['R: * -> board', 'A peça pode ser colocada a partir da mão.'],
      ['captured R N to hand', 'Peças capturadas vão para a mão de quem captura.'],
      ['mirror files ranks', 'O segundo lado vê o tabuleiro girado em meia volta. Sem esta primeira linha, só as fileiras são espelhadas.'],
      ['K^', 'O sinal ^ torna uma peça real: ela não pode ficar em xeque.'],
    ],
    files: 'Ao lado podem estar perft.json e games.json: contagens e partidas que testam as regras.',
    more: 'O texto completo sobre padrões',
  },
};
