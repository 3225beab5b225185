//! The short name of every kind and of every rulebook, a line each, in the order of [`Language::ALL`].
//!
//! Chinese words are those of the rule texts (1988, 2002 in Hans; Ing and the association of Taiwan in Hant), Japanese ones those of the rules
//! of 1989 and of tournament halls, Korean ones those of the association's rules of play and of events (계시기, 착수 포기, 사석통).

use super::Language;
use crate::referee::Kind;

/// What a person of the field calls it.
pub fn kind_name(kind: Kind, language: Language) -> &'static str {
    names(kind)[language as usize]
}

#[expect(clippy::too_many_lines, reason = "a table: one line for each kind, in their order")]
const fn names(kind: Kind) -> [&'static str; 5] {
    match kind {
        Kind::DoubleMove => ["two moves in a row", "连下两手", "連下兩手", "二手打ち（連続着手）", "두 번 연속 착수"],
        Kind::WrongColor => ["wrong colour", "误用对方棋子", "誤用對方棋子", "石の色の打ち間違い", "상대 색 돌로 착수"],
        Kind::StoneRelocated => ["stone moved after being played", "落子后改下别处", "落子後改下他處", "ハガシ（打ち直し）", "착점 변경"],
        Kind::StoneRetracted => {
            ["move taken back", "拿回已下之子（悔棋）", "收回已下之子（悔棋）", "待った（打った石の取り上げ）", "무르기"]
        }
        Kind::StoneShifted => ["earlier stone shifted", "棋子移动", "棋子移動", "盤上の石の移動（ずれ）", "놓인 돌의 이동"],
        Kind::BoardScattered => ["position scattered", "棋局散乱", "棋局散亂", "盤面の崩れ", "판 흐트러짐"],
        Kind::WrongCapture => ["wrong capture", "误提有气之子", "誤提有氣之子", "石の取り間違い", "잘못된 따냄"],
        Kind::CapturesLeft => ["captures left on the board", "被提之子未提净", "被提之子未提淨", "取り石の取り残し", "따낸 돌 미제거"],
        Kind::ForbiddenPoint => ["forbidden point", "下在禁着点", "下在禁著點", "着手禁止点への着手", "착수 금지점 착수"],
        Kind::KoViolation => ["ko retaken at once", "劫争立即回提", "劫爭立即回提", "コウの取り返し違反", "패 규칙 위반(패 되따냄)"],
        Kind::Repetition => ["repetition of the position", "全局同形再现", "全局同形再現", "同形反復", "동형반복"],
        Kind::PressWithoutMove => ["press without a move", "未落子而按钟", "未落子而按鐘", "着手せずに時計を押す", "착수 없이 계시기 누름"],
        Kind::PressBeforeStone => ["press before the stone", "先按钟后落子", "先按鐘後落子", "着手前の時計押し", "착수 전 계시기 누름"],
        Kind::PressMissing => ["clock not pressed", "落子后忘按钟", "落子後忘按鐘", "時計の押し忘れ", "계시기 누르지 않음"],
        Kind::ClockWrongSide => ["clock sides exchanged", "棋钟左右颠倒", "棋鐘左右顛倒", "対局時計の左右逆", "계시기 좌우 바뀜"],
        Kind::ClockNotStarted => ["clock not started", "棋钟未启动", "棋鐘未啟動", "対局時計の入れ忘れ", "계시기 미작동"],
        Kind::ClockSetWrong => ["clock set wrong", "棋钟设置有误", "棋鐘設定有誤", "対局時計の設定違い", "계시기 설정 오류"],
        Kind::ClockDisagrees => ["clocks disagree", "棋钟计时不一致", "棋鐘計時不一致", "対局時計との計時のずれ", "계시기 시간 불일치"],
        Kind::ExtraStone => ["stones too many", "盘上多出棋子", "盤上多出棋子", "余分な石", "여분의 돌"],
        Kind::StoneMissing => ["stone missing", "盘上缺少棋子", "盤上缺少棋子", "盤上の石の欠落", "판 위의 돌 없어짐"],
        Kind::Unexplained => ["board is not the record", "盘面与记录不符", "盤面與紀錄不符", "盤面と棋譜の不一致", "판과 기보 불일치"],
        Kind::Ambiguous => ["moves not certain", "着手不能确定", "著手不能確定", "着手が特定できない", "착수 판별 불가"],
        Kind::ResignSignal => [
            "two stones: resignation?",
            "一手放二子（疑似认输）",
            "一手放二子（疑似認輸）",
            "一手に二子（投了の合図か）",
            "두 점 놓음(기권 의사?)",
        ],
        Kind::PassSignal => ["press without a stone: pass?", "疑似停一手", "疑似虛手", "パスの合図か", "착수 포기 의사?"],
        Kind::EndSuspected => ["end of the game suspected", "疑似终局", "疑似終局", "終局した可能性", "종국 추정"],
        Kind::DameLeft => ["points left open", "尚有可争之点", "尚有可爭之點", "ダメ・ヨセの残り", "남은 공배·끝내기"],
        Kind::FlagFallen => ["time over", "超时", "逾時", "時間切れ", "시간 초과"],
        Kind::OvertimePenalty => ["overtime penalty", "延时罚点", "延時罰點", "延長時間の罰点", "연장 시간 벌점"],
        Kind::Late => ["late", "迟到", "遲到", "遅刻", "지각"],
        Kind::Absent => ["absent", "迟到超限（缺席）", "遲到逾限（缺席）", "欠席（遅刻の限度超過）", "불참(지각 한도 초과)"],
        Kind::BothAbsent => ["both absent", "双方缺席", "雙方缺席", "両者欠席", "양측 불참"],
        Kind::SealDue => ["time to seal", "封棋时间到", "封棋時間到", "封じ手の時刻", "봉수 시각"],
        Kind::SealedMoveMismatch => ["not the sealed move", "落子与封棋不符", "落子與封棋不符", "封じ手と異なる着手", "봉수와 다른 착수"],
        Kind::SealedPointOccupied => {
            ["sealed point occupied", "封棋之点已有棋子", "封棋之點已有棋子", "封じ手の点に石がある", "봉수 자리에 이미 돌 있음"]
        }
        Kind::SealedMoveUnreadable => {
            ["sealed move unreadable", "封棋记录无法辨认", "封棋紀錄無法辨認", "封じ手が判読できない", "봉수 판독 불가"]
        }
        Kind::WarningLimit => ["warnings at the limit", "警告次数已满", "警告次數已滿", "警告の累積上限", "경고 누적"],
        Kind::HandicapMismatch => ["handicap stones differ", "让子不符", "讓子不符", "置き石の不一致", "치석 불일치"],
        Kind::LidCount => {
            ["captures in the lid differ", "棋盒盖内提子数不符", "棋盒蓋內提子數不符", "蓋のアゲハマ数の不一致", "사석통의 사석 수 불일치"]
        }
        Kind::BowlCount => ["stones in the bowl differ", "棋盒子数不符", "棋盒子數不符", "碁笥の石数の不一致", "바둑통의 돌 수 불일치"],
        Kind::StoneOutOfPlace => ["stone out of place", "棋子放置不当", "棋子放置不當", "石の置き場所が不適切", "돌이 제자리에 없음"],
        Kind::FillBurst => [
            "too many stones filled in at once",
            "填子一次超过二子",
            "填子一次超過二子",
            "一度に三子以上の埋め込み",
            "메우기 한 번에 세 점 이상",
        ],
        Kind::CountDiffers => ["counts differ", "数子结果不一致", "數子結果不一致", "計算結果の食い違い", "계가 결과 불일치"],
        Kind::CountingDisturbed => {
            ["disturbed while counting", "数子时棋形变动", "數子時棋形變動", "計算中の石の乱れ", "계가 중 돌 흐트러짐"]
        }
        Kind::LeftSeat => ["left the seat", "对局中离席", "對局中離席", "対局中の離席", "자리 비움"],
        Kind::LeftVenue => ["left the game", "中途退场", "中途退場", "対局の途中退場", "중도 퇴장"],
        Kind::Disturbance => ["disturbs the opponent", "妨碍对方思考", "妨礙對方思考", "相手の思考の妨害", "상대 대국자 방해"],
        Kind::Consultation => ["consultation", "议论棋局或查阅资料", "議論棋局或查閱資料", "助言や資料の参照", "훈수 또는 자료 참고"],
        Kind::Disobedience => ["disobeys the referee", "不服从裁判", "不服從裁判", "審判の指示に従わない", "심판 지시 불복"],
        Kind::Appeal => ["appeal", "申诉", "申訴", "異議申し立て", "이의 제기"],
        Kind::Conduct => ["grave misconduct", "严重违纪", "嚴重違紀", "大会を乱す行為", "대회 질서 문란"],
        Kind::RefereeCall => ["referee called", "请裁判到场", "請裁判到場", "審判の呼び出し", "심판 호출"],
        Kind::WrongPartner => ["wrong partner played", "联棋行棋次序错误", "聯棋行棋次序錯誤", "ペア碁の誤順", "페어바둑 순서 위반"],
        Kind::LineupChange => ["line-up differs", "出场棋手与名单不符", "出場棋手與名單不符", "オーダーとの相違", "오더 불일치"],
        Kind::BoardTurned => ["board turned", "棋盘方向颠倒", "棋盤方向顛倒", "碁盤の向き違い", "바둑판 방향 뒤바뀜"],
        Kind::HotStoneCapture => ["hot stone captured", "误提热子", "誤提熱子", "熱子の取り間違い", "열자(熱子) 되따냄"],
        Kind::Etiquette => ["etiquette", "失礼", "失禮", "礼儀に反する行為", "대국 예절 위반"],
        Kind::WinnerNeeded => ["a winner is needed", "须决出胜负", "須決出勝負", "勝敗を決める必要あり", "승부 결정 필요"],
        Kind::Uncovered => ["not covered by the rules", "规则未列事项", "規則未列事項", "規定にない事項", "규정에 없는 사항"],
    }
}

/// A rulebook with its edition, as a text cites it; `None` for a book that is not known here.
pub fn book_name(book: &str, language: Language) -> Option<&'static str> {
    let names = match book {
        "china-1988" => ["Chinese rules 1988", "中国围棋竞赛规则1988", "中國圍棋競賽規則1988", "中国囲碁規則1988年版", "중국 규칙 1988"],
        "china-2002" => ["Chinese rules 2002", "中国围棋竞赛规则2002", "中國圍棋競賽規則2002", "中国囲碁規則2002年版", "중국 규칙 2002"],
        "ing" => ["Ing rules", "应氏围棋规则", "應氏圍棋規則", "応氏ルール", "응씨 규칙"],
        "japan-1989" => ["Japanese rules 1989", "日本围棋规约1989", "日本圍棋規約1989", "日本囲碁規約1989年", "일본 규칙 1989"],
        "korea-2024-11-08" => [
            "Korean rules 2024-11-08",
            "韩国围棋规则2024年11月8日版",
            "韓國圍棋規則2024年11月8日版",
            "韓国囲碁ルール2024年11月8日版",
            "한국바둑규칙 2024.11.8",
        ],
        "korea-domestic-2025-02-03" => [
            "Korean rules 2025-02-03, domestic",
            "韩国围棋规则2025年2月3日版（国内赛）",
            "韓國圍棋規則2025年2月3日版（國內賽）",
            "韓国囲碁ルール2025年2月3日版（国内棋戦）",
            "한국바둑규칙 2025.2.3(국내 대회)",
        ],
        "korea-2025-02-05" => [
            "Korean rules 2025-02-05, international",
            "韩国围棋规则2025年2月5日版（国际赛）",
            "韓國圍棋規則2025年2月5日版（國際賽）",
            "韓国囲碁ルール2025年2月5日版（国際棋戦）",
            "한국바둑규칙 2025.2.5(국제 대회)",
        ],
        "aga" => ["AGA rules", "美国围棋协会规则", "美國圍棋協會規則", "AGAルール", "AGA(미국바둑협회) 규칙"],
        "egf" => ["EGF tournament rules", "欧洲围棋联盟竞赛规则", "歐洲圍棋聯盟競賽規則", "EGF大会ルール", "EGF(유럽바둑연맹) 대회 규정"],
        // What an event rules itself, over the book.
        "event" => ["event rules", "本次比赛规程", "本次比賽規程", "本大会の規定", "대회 자체 규정"],
        _ => return None,
    };
    Some(names[language as usize])
}
